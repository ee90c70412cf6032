import { useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useCallback, useRef, useState } from 'react';
import Breadcrumb from './Breadcrumb';
import type { MenuGroup } from './menuGroups';
import { operationsOf } from './menuGroups';
import Neighbours from './Neighbours';
import ReferenceLayout from './ReferenceLayout';

/** One operation on its own page, with the fields of all its objects. */
export default function OperationPage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const { pathname } = useLocation();
  const page = pathname.slice(useBaseUrl('/api/').length).replace(/\/$/, '');
  const all = operationsOf(menu);
  const index = all.findIndex(({ operation }) => operation.page === page);
  const current = all[index];
  if (!current) throw new Error(`The menu has no operation with the page ${page}.`);
  const { group, operation } = current;

  return (
    <ReferenceLayout
      title={operation.title}
      description={`${operation.method} ${operation.path}: parameters, responses, errors and code samples. ${group.description}`}
      menu={menu}
      operation={operation.id}
      active={operation.id}
      main={main}
      isReady={isReady}
      onReady={onReady}
      header={<Breadcrumb group={group} title={operation.title} />}
    >
      <Neighbours previous={all[index - 1]?.operation} next={all[index + 1]?.operation} />
    </ReferenceLayout>
  );
}
