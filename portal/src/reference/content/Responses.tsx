import type { SuccessResponse } from '../model';
import { BodyContents } from './Bodies';
import Fields from './Fields';
import Fold from './Fold';
import Html from './Html';
import Subheading from './Subheading';
import styles from './styles.module.css';

/** The successful responses of an operation; headers, and responses without a body beside the first, are folded. */
export default function Responses({ responses }: { responses: SuccessResponse[] }) {
  return responses.map((response, index) => {
    const { status, description, bodies, headers } = response;
    const title = (
      <>
        Response <span className={styles.status}>{status}</span>
      </>
    );
    const isFolded = index > 0 && bodies.length === 0;
    return isFolded ? (
      <Fold
        key={status}
        anchor={`response-${status}`}
        title={title}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown with all HTML escaped.
        summary={<span dangerouslySetInnerHTML={{ __html: description }} />}
      >
        <Fields fields={headers} isResponse />
      </Fold>
    ) : (
      <div key={status} className={styles.response}>
        <div className={styles.subsection}>
          <Subheading anchor={`response-${status}`} title={`Response ${status}`}>
            {title}
          </Subheading>
          <Html className={styles.description} html={description} />
          <BodyContents bodies={bodies} isResponse />
        </div>
        <Headers status={status} headers={headers} />
      </div>
    );
  });
}

function Headers({ status, headers }: Pick<SuccessResponse, 'status' | 'headers'>) {
  if (headers.length === 0) return null;
  return (
    <Fold
      anchor={`response-${status}-headers`}
      title="Response headers"
      summary={headers.map(({ name }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <span translate="no">{name}</span>
        </span>
      ))}
    >
      <Fields fields={headers} isResponse />
    </Fold>
  );
}
