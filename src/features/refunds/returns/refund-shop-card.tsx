import { Check } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { RefundDetails, RefundShop } from '@/contract/refunds/schema';
import { type ReturnStage, returnStages } from '@/contract/refunds/states';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { CallRefusal } from '../call-refusal';
import { RefundPictures } from '../refund-pictures';
import { useRefundCall } from '../use-refund-call';

interface RefundShopCardProps {
  refund: RefundDetails;
  of: RefundShop;
}

/** What a shop says about a refund, where its goods are, and the next steps of the reader. */
export function RefundShopCard({ refund, of }: RefundShopCardProps) {
  const mayWrite = useMay('refunds:write');
  const canAnswer = of.can_answer && mayWrite;
  const hasGoods = refund.kind === 'goods' && (of.stages.length > 0 || of.stage !== 'none');
  if (!of.answer && !canAnswer && !hasGoods) return null;
  return (
    <Card title={of.shop.name}>
      <div className="grid gap-4">
        {of.answer && <Answer of={of} />}
        {canAnswer && <AnswerButtons refund={refund} />}
        {hasGoods && <Stages refund={refund} of={mayWrite ? of : { ...of, stages: [] }} />}
      </div>
    </Card>
  );
}

function Answer({ of: { answer, answered_at: at, note, images } }: { of: RefundShop }) {
  const { t, i18n } = useTranslation('refunds');
  return (
    <div>
      <p className="font-medium">{t(`refunds:refunds.returns.answers.${answer}`)}</p>
      {at && (
        <p className="text-small text-ink-second">
          <time dateTime={at}>{formatDateTime(at, i18n.language)}</time>
        </p>
      )}
      {note && <p className="mt-1 break-words whitespace-pre-line">{note}</p>}
      {images.length > 0 && (
        <div className="mt-3">
          <RefundPictures pictures={images} />
        </div>
      )}
    </div>
  );
}

function AnswerButtons({ refund }: { refund: RefundDetails }) {
  const { t } = useTranslation('refunds');
  const { open } = useModalActions();
  return (
    <div className="grid gap-3">
      <p className="text-ink-second">{t('refunds:refunds.returns.answer-text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" aria-haspopup="dialog" onClick={() => open('AGREE_REFUND', { refund })}>
          {t('refunds:refunds.returns.agree')}
        </Button>
        <Button aria-haspopup="dialog" onClick={() => open('OBJECT_REFUND', { id: refund.id })}>
          {t('refunds:refunds.returns.object')}
        </Button>
      </div>
    </div>
  );
}

/** The way of the goods, and its next steps. */
function Stages({ refund, of }: RefundShopCardProps) {
  const { t } = useTranslation('refunds');
  const { open } = useModalActions();
  const { stage, stages, shop } = of;
  const move = useRefundCall({
    run: (to: ReturnStage) => api.post(`refunds/${refund.id}/stage`, { stage: to, shop_id: shop.id }),
    done: (to) => t(`refunds:refunds.returns.moved.${to}`),
    onDone: () => undefined,
  });
  return (
    <div className="grid gap-3">
      <StageTrack stage={stage} />
      {stages.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {stages.map((to, place) => (
            <Button
              key={to}
              variant={place === 0 ? 'primary' : 'secondary'}
              aria-haspopup={to === 'inspected' ? 'dialog' : undefined}
              isLoading={move.isPending && move.variables === to}
              onClick={() =>
                to === 'inspected'
                  ? open('INSPECT_REFUND', { id: refund.id, shopId: shop.id })
                  : move.mutate(to)
              }
            >
              {t(`refunds:refunds.returns.stage-action.${to}`)}
            </Button>
          ))}
        </div>
      )}
      <CallRefusal error={move.error} />
    </div>
  );
}

function StageTrack({ stage }: { stage: ReturnStage }) {
  const { t } = useTranslation('refunds');
  const at = returnStages.indexOf(stage);
  return (
    <ol aria-label={t('refunds:refunds.returns.stages')} className="flex flex-wrap gap-x-4 gap-y-1.5">
      {returnStages.slice(1).map((one, place) => {
        const isDone = place < at;
        return (
          <li
            key={one}
            aria-current={place === at - 1 ? 'step' : undefined}
            className={`flex items-center gap-1.5 ${isDone ? 'font-medium text-good' : 'text-ink-second'}`}
          >
            {isDone ? (
              <Check aria-hidden="true" className="size-4" />
            ) : (
              <span aria-hidden="true" className="size-2.5 rounded-full border-2 border-ink-third" />
            )}
            {t(`refunds:refunds.returns.stage.${one}`)}
          </li>
        );
      })}
    </ol>
  );
}
