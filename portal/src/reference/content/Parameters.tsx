import type { ParameterGroup, ParameterLocation } from '../model';
import Fields from './Fields';
import Subheading from './Subheading';
import styles from './styles.module.css';

const headings: Record<ParameterLocation, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Request headers',
  cookie: 'Cookies',
};

/** The parameters of an operation by location. */
export default function Parameters({ groups }: { groups: ParameterGroup[] }) {
  return groups.map(({ location, parameters }) => (
    <div key={location} className={styles.subsection}>
      <Subheading anchor={`${location}-parameters`} title={headings[location]}>
        {headings[location]}
      </Subheading>
      <Fields fields={parameters} />
    </div>
  ));
}
