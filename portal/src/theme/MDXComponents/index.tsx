import TabItem from '@theme/TabItem';
import Tabs from '@theme/Tabs';
import MDXComponents from '@theme-original/MDXComponents';
import { Card, Cards } from '../../components/Cards';
import CopyMarkdown from '../../components/CopyMarkdown';
import DateConverter from '../../components/DateConverter';
import Example from '../../components/Example';
import { Fact, Facts } from '../../components/Facts';
import { Icon } from '../../components/Icon';
import Operation from '../../components/Operation';
import { Step, Steps } from '../../components/Steps';
import Table from '../../components/Table';

/** The components that guides can use without an import. Components that include data are imported by the guide. */
export default {
  ...MDXComponents,
  Card,
  Cards,
  CopyMarkdown,
  DateConverter,
  Example,
  Fact,
  Facts,
  Icon,
  Operation,
  Step,
  Steps,
  TabItem,
  Tabs,
  table: Table,
};
