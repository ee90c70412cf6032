import type { OperationPage } from '../model';
import OperationSection from './OperationSection';
import { PageKindContext } from './pageKind';
import styles from './styles.module.css';

/** One operation with the fields of all its objects. */
export default function OperationContent({ page: { operation, tokenOperation } }: { page: OperationPage }) {
  return (
    <PageKindContext value="operation">
      <div className={styles.content} data-token-operation={tokenOperation?.id}>
        {tokenOperation && tokenOperation.id !== operation.id && (
          // Try it requests tokens with it.
          <template data-section={tokenOperation.id} data-request={JSON.stringify(tokenOperation.request)} />
        )}
        <OperationSection operation={operation} />
      </div>
    </PageKindContext>
  );
}
