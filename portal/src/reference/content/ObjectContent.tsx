import type { ObjectDescription } from '../model';
import ObjectSection from './ObjectSection';
import { PageKindContext } from './pageKind';
import styles from './styles.module.css';

/** One object with its fields. */
export default function ObjectContent({ object }: { object: ObjectDescription }) {
  return (
    <PageKindContext value="one">
      <div className={styles.content}>
        <ObjectSection object={object} />
      </div>
    </PageKindContext>
  );
}
