import text from 'messages:people';
import { useEffect, useRef } from 'react';
import { code } from '@/components/Code';
import { CopyButton } from '@/components/CopyButton';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useSession } from '@/session/session';
import type { Erased } from './EraseDialog';
import { ErasureReport } from './ErasureReport';
import { receiptOf } from './receipt';

/** What an erasure did, to copy. It is in the state of the page only. */
export function Receipt({ erased }: { erased: Erased }) {
  const { administrator } = useSession();
  const frame = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone with the person.
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1} className="receipt">
      <Section
        title={text('personIsErased')}
        description={text('erasedAccount', {
          when: () => <When at={erased.at} />,
          id: erased.person.id,
          code,
        })}
        actions={<CopyButton text={receiptOf(erased, administrator)} label={text('copyReceipt')} />}
      >
        <ErasureReport erasure={erased.erasure} />
      </Section>
    </div>
  );
}
