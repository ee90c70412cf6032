import type { ParameterGroup } from '../model';
import Fields from './Fields';
import Fold from './Fold';
import Subheading from './Subheading';
import styles from './styles.module.css';

/** The parameters of an operation by what they are for; those that all operations share are folded. */
export default function Parameters({ groups }: { groups: ParameterGroup[] }) {
  return groups.map(({ id, title, summary, parameters }) =>
    summary === undefined ? (
      <div key={id} className={styles.subsection}>
        <Subheading anchor={id} title={title}>
          {title}
        </Subheading>
        <Fields fields={parameters} />
      </div>
    ) : (
      <Fold key={id} anchor={id} title={title} summary={summary}>
        <Fields fields={parameters} />
      </Fold>
    ),
  );
}
