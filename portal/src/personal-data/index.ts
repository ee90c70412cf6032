import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { readDocument } from '../reference/document/read';
import { personalFields } from './personalFields';

/** Provides the fields that the OpenAPI document marks as personal data to the guide that lists them. */
export default function personalDataPlugin({ siteDir }: LoadContext): Plugin {
  const source = process.env.FOLKMOOT_OPENAPI ?? '../openapi.json';
  const file = /^https?:/.test(source) ? source : path.resolve(siteDir, source);
  return {
    name: 'folkmoot-personal-data',
    getPathsToWatch: () => (file === source ? [] : [file]),
    async contentLoaded({ actions }) {
      const { document } = await readDocument(file);
      await actions.createData('personalFields.json', JSON.stringify(personalFields(document)));
    },
  };
}
