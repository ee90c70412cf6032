import problems from '@site/generated/problems.json';
import Heading from '@theme/Heading';
import styles from './styles.module.css';

/** Every problem that the API answers; the `type` of a problem leads to its entry here. */
export default function Problems() {
  return problems.map(({ code, status, title, cause, remedy }) => (
    <section key={code} className={styles.problem}>
      <Heading as="h3" id={code}>
        {title}
      </Heading>
      <p className={styles.facts}>
        <span className={styles.status}>{status}</span> <code>{code}</code>
      </p>
      <dl className={styles.texts}>
        <dt>Why</dt>
        <dd>{cause}</dd>
        <dt>What to do</dt>
        <dd>{remedy}</dd>
      </dl>
    </section>
  ));
}
