import type { ParameterGroup, Place } from '../model';
import Fields from './Fields';
import styles from './styles.module.css';

const titles: Record<Place, string> = {
  path: 'In the path',
  query: 'In the query',
  header: 'In the headers',
  cookie: 'In cookies',
};

/** All that an operation takes beside its body. */
export default function Parameters({ groups }: { groups: ParameterGroup[] }) {
  return groups.map(({ place, parameters }) => (
    <div key={place} className={styles.chapter}>
      <h4>{titles[place]}</h4>
      <Fields fields={parameters} />
    </div>
  ));
}
