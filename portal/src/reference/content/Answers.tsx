import type { Answer } from '../model';
import { Contents } from './Bodies';
import Fields from './Fields';
import Html from './Html';
import styles from './styles.module.css';

/** What an operation answers when all is well. */
export default function Answers({ answers }: { answers: Answer[] }) {
  return answers.map(({ status, description, contents, headers }) => (
    <div key={status} className={styles.chapter}>
      <h4>
        Answer <span className={styles.status}>{status}</span>
      </h4>
      <Html className={styles.description} html={description} />
      <Contents contents={contents} isAnswer />
      {headers.length > 0 && (
        <>
          <p className={styles.contentType}>Headers</p>
          <Fields fields={headers} isAnswer />
        </>
      )}
    </div>
  ));
}
