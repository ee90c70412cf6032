import { Card, Cards } from '@site/src/components/Cards';
import CopyMarkdown from '@site/src/components/CopyMarkdown';
import DateConverter from '@site/src/components/DateConverter';
import Example from '@site/src/components/Example';
import { Hero, Readers } from '@site/src/components/Landing';
import Problems from '@site/src/components/Problems';
import Settings from '@site/src/components/Settings';
import { Step, Steps } from '@site/src/components/Steps';
import TimeZones from '@site/src/components/TimeZones';
import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';
import MDXComponents from '@theme-original/MDXComponents';

/** What guides can use without importing it. */
export default {
  ...MDXComponents,
  Card,
  Cards,
  CopyMarkdown,
  DateConverter,
  Example,
  Hero,
  Problems,
  Readers,
  Settings,
  Step,
  Steps,
  TabItem,
  Tabs,
  TimeZones,
};
