import reference from '@generated/folkmoot-reference/default/reference.json';
import GroupSection from './GroupSection';
import Introduction from './Introduction';
import styles from './styles.module.css';

/** Every operation and object of the API. */
export default function Content() {
  return (
    <div className={styles.content}>
      <Introduction reference={reference} />
      {reference.groups.map((group) => (
        <GroupSection key={group.id} group={group} />
      ))}
    </div>
  );
}
