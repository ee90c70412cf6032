import Heading from '@theme/Heading';
import problems from '../../../generated/problems.json';
import { Fact, Facts } from '../Facts';
import TechnicalText from '../TechnicalText';
import styles from './styles.module.css';

/** The table of contents of the page that lists the problems. */
export const problemContents = problems.map(({ code, title }) => ({ id: code, value: title, level: 2 }));

/** Every problem that the API returns; the `type` URL of a problem points to its section here. */
export default function Problems() {
  return problems.map(({ code, status, title, cause, remedy }) => (
    <section key={code} className={styles.problem}>
      <Heading as="h2" id={code}>
        {title}
      </Heading>
      <p className={styles.code}>
        <span className={styles.status}>{status}</span> <code translate="no">{code}</code>
      </p>
      <Facts>
        <Fact name="Cause">
          <TechnicalText>{cause}</TechnicalText>
        </Fact>
        <Fact name="Remedy">
          <TechnicalText>{remedy}</TechnicalText>
        </Fact>
      </Facts>
    </section>
  ));
}
