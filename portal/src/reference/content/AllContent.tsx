import type { Reference } from '../model';
import GroupSection from './GroupSection';
import Html from './Html';
import { Facts } from './Introduction';
import styles from './styles.module.css';

/** Every operation and object of the API, to print and for programs. */
export default function AllContent({ reference }: { reference: Reference }) {
  return (
    <div className={styles.content}>
      <header className={styles.introduction}>
        <h1>Complete API reference</h1>
        <Facts {...reference} />
        <Html className={styles.lead} html={reference.description} />
      </header>
      {reference.groups.map((group) => (
        <GroupSection key={group.id} group={group} />
      ))}
    </div>
  );
}
