import type { SuccessResponse } from '../model';
import { BodyContents } from './Bodies';
import Fields from './Fields';
import Html from './Html';
import Subheading from './Subheading';
import styles from './styles.module.css';

/** The successful responses of an operation. */
export default function Responses({ responses }: { responses: SuccessResponse[] }) {
  return responses.map(({ status, description, bodies, headers }) => (
    <div key={status} className={styles.subsection}>
      <Subheading anchor={`response-${status}`} title={`Response ${status}`}>
        Response <span className={styles.status}>{status}</span>
      </Subheading>
      <Html className={styles.description} html={description} />
      <BodyContents bodies={bodies} isResponse />
      {headers.length > 0 && (
        <>
          <p className={styles.contentType}>Response headers</p>
          <Fields fields={headers} isResponse />
        </>
      )}
    </div>
  ));
}
