import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Tone } from '@/contract/core/define';
import type { Shop } from '@/contract/shops/schema';
import type { ItemState, VendorFile, VendorItem, VendorPaper } from '@/contract/shops/vendor-file';
import { api, fileUrl } from '@/lib/api/client';
import { dayText } from '@/lib/format/day-text';
import { formatDateTime } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';
import { Decision, type VendorFileDecision } from './decision';
import { FileRow } from './file-row';
import { PaperUpload } from './paper-upload';
import { useFileCall, useItemName } from './use-vendor-file';

const tones: Record<ItemState, Tone> = {
  missing: 'neutral',
  waiting: 'accent',
  accepted: 'good',
  declined: 'bad',
  expired: 'bad',
};

interface PaperRowProps {
  shop: Shop;
  file: VendorFile;
  item: VendorItem;
  isAdmin: boolean;
  isOwner: boolean;
}

/** A paper: its newest version with the decision, what the person can do, and what was sent before. */
export function PaperRow({ shop, file, item, isAdmin, isOwner }: PaperRowProps) {
  const mayDecide = useMay('shops:decide') && isAdmin;
  const { t } = useTranslation('shops');
  const name = useItemName(file)(item.key);
  const [isSending, setSending] = useState(false);
  const [last, ...earlier] = item.papers;
  const isRenewed = item.isFulfilled && item.state !== 'accepted';
  return (
    <FileRow
      name={name}
      tone={tones[item.state]}
      state={item.isRequired || item.state !== 'missing' ? t(`shops:vendor-file.states.${item.state}`) : null}
      notes={[
        !item.isRequired && t('shops:vendor-file.optional'),
        last?.expires_on && t('shops:vendor-file.until', { date: dayText(last.expires_on) }),
        last?.state === 'declined' && last.reason && t('shops:vendor-file.because', { reason: last.reason }),
        isRenewed && t('shops:vendor-file.in-force'),
        isAdmin && last?.decided_by && t('shops:vendor-file.by', { name: last.decided_by }),
      ]}
      buttons={
        <>
          {last && <PaperLink paper={last} name={name} />}
          {isOwner && !isSending && (
            <Button
              size="small"
              aria-label={`${t(`shops:vendor-file.${last ? 'send-again' : 'send'}`)}: ${name}`}
              onClick={() => setSending(true)}
            >
              {t(`shops:vendor-file.${last ? 'send-again' : 'send'}`)}
            </Button>
          )}
        </>
      }
    >
      {isSending && <PaperUpload shop={shop} item={item} name={name} onClose={() => setSending(false)} />}
      {mayDecide && last && (
        <PaperDecision key={`${last.id} ${last.version}`} shop={shop} paper={last} name={name} />
      )}
      {earlier.length > 0 && <Earlier papers={earlier} name={name} />}
    </FileRow>
  );
}

function PaperLink({ paper, name }: { paper: VendorPaper; name: string }) {
  const { t } = useTranslation('shops');
  return (
    <a
      href={fileUrl(paper.file.original)}
      target="_blank"
      rel="noreferrer"
      aria-label={`${t('shops:vendor-file.open')}: ${name}`}
      className="relative touch-target rounded-badge font-medium text-accent-ink hover:underline"
    >
      {t('shops:vendor-file.open')}
    </a>
  );
}

function PaperDecision({ shop, paper, name }: { shop: Shop; paper: VendorPaper; name: string }) {
  const call = useFileCall(shop.id, (input: VendorFileDecision) =>
    api.post(`shops/${shop.id}/papers/${paper.id}/decide`, { ...input, version: paper.version }),
  );
  if (paper.state !== 'waiting' && paper.state !== 'accepted') return null;
  return <Decision name={name} call={call} mayAccept={paper.state === 'waiting'} />;
}

/** What was sent before, with the reasons of that time. */
function Earlier({ papers, name }: { papers: readonly VendorPaper[]; name: string }) {
  const { t, i18n } = useTranslation('shops');
  return (
    <details className="mt-2 text-small">
      <summary className="relative touch-target w-fit cursor-pointer rounded-badge text-ink-second hover:text-ink">
        {t('shops:vendor-file.earlier', { count: papers.length })}
      </summary>
      <ul className="mt-1.5 grid gap-1.5">
        {papers.map((paper) => (
          <li key={paper.id} className="flex flex-wrap gap-x-3 gap-y-0.5">
            <span className="text-ink-second">{formatDateTime(paper.sent_at, i18n.language)}</span>
            <span>{t(`shops:vendor-file.states.${paper.state}`)}</span>
            <PaperLink paper={paper} name={`${name}, ${formatDateTime(paper.sent_at, i18n.language)}`} />
            {paper.reason && <span className="basis-full break-words text-ink-second">{paper.reason}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
