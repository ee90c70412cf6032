import Heading from '@theme/Heading';
import problems from '../../../generated/problems.json';
import { Fact, Facts } from '../Facts';
import styles from './styles.module.css';

/** The entries of the table of contents, for the page that shows the problems. */
export const problemContents = problems.map(({ code, title }) => ({ id: code, value: title, level: 2 }));

/** Every problem that the API answers; the `type` of a problem leads to its entry here. */
export default function Problems() {
  return problems.map(({ code, status, title, cause, remedy }) => (
    <section key={code} className={styles.problem}>
      <Heading as="h2" id={code}>
        {title}
      </Heading>
      <p className={styles.code}>
        <span className={styles.status}>{status}</span> <code>{code}</code>
      </p>
      <Facts>
        <Fact name="Why">{cause}</Fact>
        <Fact name="What to do">{remedy}</Fact>
      </Facts>
    </section>
  ));
}
