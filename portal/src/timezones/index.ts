import type { LoadContext, Plugin } from '@docusaurus/types';
import { timeZones } from './timeZones';

/** Writes the table of time zones that the guide imports, from the IANA data at hand at build time. */
export default function timeZonesPlugin(_context: LoadContext): Plugin {
  return {
    name: 'folkmoot-timezones',
    async contentLoaded({ actions }) {
      await actions.createData('timezones.json', JSON.stringify(timeZones(new Date().getUTCFullYear())));
    },
  };
}
