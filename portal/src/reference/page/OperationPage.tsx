import { useCallback, useRef, useState } from 'react';
import { contentName, type MenuGroup, operationsOf } from './menuGroups';
import Neighbours from './Neighbours';
import PageHead from './PageHead';
import ReferenceLayout from './ReferenceLayout';
import { useReferencePage } from './useReferencePage';

/** One operation on its own page, with the fields of all its objects. */
export default function OperationPage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const page = useReferencePage();
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
      content={contentName(operation)}
      active={operation.id}
      main={main}
      isReady={isReady}
      onReady={onReady}
      header={<PageHead group={group} title={operation.title} />}
    >
      <Neighbours previous={all[index - 1]?.operation} next={all[index + 1]?.operation} />
    </ReferenceLayout>
  );
}
