import Link from '@docusaurus/Link';
import type { Overview } from '../model';
import AnchoredHeading from './AnchoredHeading';
import Downloads from './Downloads';
import Html from './Html';
import { Facts, RelatedPages } from './Introduction';
import Method from './Method';
import OperationTable from './OperationTable';
import styles from './overview.module.css';
import layout from './styles.module.css';

/** The overview of the reference: what readers do most, the resources, all operations, and the rules of all of them. */
export default function OverviewContent({ overview }: { overview: Overview }) {
  const { tasks, groups, description } = overview;
  return (
    <div className={layout.content}>
      <header className={styles.introduction}>
        <h1>API reference</h1>
        <Facts {...overview} />
        <RelatedPages {...overview} />
        <Downloads />
      </header>
      {tasks.length > 0 && (
        <section className={styles.part} aria-labelledby="common-tasks">
          <Heading id="common-tasks" title="Common tasks" />
          <ul className={styles.tasks}>
            {tasks.map(({ title, text, operation }) => (
              <li key={title}>
                <Link to={`/api/${operation.page}`}>{title}</Link>
                <p>{text}</p>
                <p className={styles.endpoint}>
                  <Method method={operation.method} /> <code translate="no">{operation.path}</code>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.part} aria-labelledby="resources">
        <Heading id="resources" title="Resources" />
        {themesOf(groups).map(({ theme, members }) => (
          <div key={members[0]?.id} className={styles.theme}>
            {theme !== undefined && <h3>{theme}</h3>}
            <ul className={styles.resources}>
              {members.map(({ id, title, description: text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                  <Html html={text} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      <section className={styles.part} aria-labelledby="operations">
        <Heading id="operations" title="Operations" />
        <OperationTable groups={groups} />
        <p>
          <Link to="/api/all">All operations and objects on one page</Link>, to print and for programs.
        </p>
      </section>
      <section className={styles.part} aria-labelledby="conventions">
        <Heading id="conventions" title="Conventions" />
        <Html className={styles.conventions} html={description} />
      </section>
    </div>
  );
}

function Heading({ id, title }: { id: string; title: string }) {
  return (
    <AnchoredHeading as="h2" id={id} title={title}>
      {title}
    </AnchoredHeading>
  );
}

/** Groups by theme, in their order. Consecutive themes of a single group are together, without a heading. */
function themesOf(groups: Overview['groups']) {
  const parts: { theme?: string; members: Overview['groups'] }[] = [];
  for (const group of groups.filter(({ operations, webhooks }) => operations.length > 0 || webhooks)) {
    const isAlone = groups.filter(({ theme }) => theme === group.theme).length === 1;
    const theme = isAlone ? undefined : group.theme;
    const last = parts.at(-1);
    if (last && last.theme === theme) last.members.push(group);
    else parts.push({ ...(theme !== undefined && { theme }), members: [group] });
  }
  return parts;
}
