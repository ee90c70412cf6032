import Heading from '@theme/Heading';
import { Fragment } from 'react';
import metrics from '../../../generated/metrics.json';
import Breakable from '../Breakable';
import { Fact, Facts } from '../Facts';
import InlineCode from '../InlineCode';
import styles from '../Settings/styles.module.css';

type Metric = (typeof metrics)[number];

const kinds: Record<string, string> = {
  counter: 'Counter: only increases, until the server restarts',
  gauge: 'Gauge: increases and decreases',
  histogram: 'Histogram: durations in buckets',
};

const units: Record<string, string> = {
  count: 'Number',
  bytes: 'Bytes',
  seconds: 'Seconds',
  timestamp: 'Seconds since 1970',
};

const anchorOf = (group: string) => `${group.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-metrics`;

const groups = [...new Set(metrics.map(({ group }) => group))].map((title) => ({
  id: anchorOf(title),
  title,
  metrics: metrics.filter(({ group }) => group === title),
}));

/** The table of contents of the page that lists the metrics: subjects, and the names of their metrics. */
export const metricContents = groups.flatMap(({ id, title, metrics: own }) => [
  { id, value: title, level: 2 },
  // Long names break after an underscore, and not within a word.
  ...own.map(({ name }) => ({ id: name, value: name.replaceAll('_', '_<wbr>'), level: 3 })),
]);

/** Every metric of the server by subject. */
export default function Metrics() {
  return groups.map(({ id, title, metrics: own }) => (
    <Fragment key={id}>
      <Heading as="h2" id={id}>
        {title}
      </Heading>
      {own.map((metric) => (
        <MetricSection key={metric.name} metric={metric} />
      ))}
    </Fragment>
  ));
}

function MetricSection({ metric }: { metric: Metric }) {
  return (
    <section className={styles.setting}>
      <Heading as="h3" id={metric.name}>
        <code translate="no">
          <Breakable>{metric.name}</Breakable>
        </code>
      </Heading>
      <p>
        <InlineCode>{metric.doc}</InlineCode>
      </p>
      <Facts>
        <Fact name="Type">{kinds[metric.kind]}</Fact>
        <Fact name="Unit">{units[metric.unit]}</Fact>
        {metric.labels.map((label) => (
          <Fact key={label.name} name={`Label ${label.name}`}>
            <LabelValues values={label.values} />
          </Fact>
        ))}
      </Facts>
    </section>
  );
}

function LabelValues({ values }: { values: readonly string[] }) {
  if (values.length === 0) return 'Any value';
  return values.map((value, position) => (
    <Fragment key={value}>
      {position > 0 && ', '}
      <code translate="no">{value}</code>
    </Fragment>
  ));
}
