import type { Operation } from '../model';
import OperationSection from './OperationSection';
import { PageKindContext } from './pageKind';
import styles from './styles.module.css';

/** One operation with the fields of all its objects. */
export default function OperationContent({ operation }: { operation: Operation }) {
  return (
    <PageKindContext value="one">
      <div className={styles.content}>
        <OperationSection operation={operation} />
      </div>
    </PageKindContext>
  );
}
