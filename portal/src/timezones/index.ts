import type { LoadContext, Plugin } from '@docusaurus/types';
import { timeZones } from './timeZones';

/** Generates the table of time zones from the IANA data at build time. */
export default function timeZonesPlugin(_context: LoadContext): Plugin {
  return {
    name: 'folkmoot-timezones',
    async contentLoaded({ actions }) {
      await actions.createData('timezones.json', JSON.stringify(timeZones(new Date().getUTCFullYear())));
    },
  };
}
