import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';
import MDXComponents from '@theme-original/MDXComponents';
import { Card, Cards } from '../../components/Cards';
import CopyMarkdown from '../../components/CopyMarkdown';
import DateConverter from '../../components/DateConverter';
import Example from '../../components/Example';
import { Fact, Facts } from '../../components/Facts';
import { Icon } from '../../components/Icon';
import { Hero, Readers } from '../../components/Landing';
import Operation from '../../components/Operation';
import Problems from '../../components/Problems';
import Settings from '../../components/Settings';
import { Step, Steps } from '../../components/Steps';
import TimeZones from '../../components/TimeZones';

/** What guides can use without importing it. */
export default {
  ...MDXComponents,
  Card,
  Cards,
  CopyMarkdown,
  DateConverter,
  Example,
  Fact,
  Facts,
  Hero,
  Icon,
  Operation,
  Problems,
  Readers,
  Settings,
  Step,
  Steps,
  TabItem,
  Tabs,
  TimeZones,
};
