import DateConverter from '@site/src/components/DateConverter';
import Example from '@site/src/components/Example';
import Problems from '@site/src/components/Problems';
import Settings from '@site/src/components/Settings';
import { Step, Steps } from '@site/src/components/Steps';
import TimeZones from '@site/src/components/TimeZones';
import MDXComponents from '@theme-original/MDXComponents';

/** What guides can use without importing it. */
export default { ...MDXComponents, DateConverter, Example, Problems, Settings, Step, Steps, TimeZones };
