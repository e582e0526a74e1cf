import type { TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { BulkBar, bulkButtonClass } from '@/components/table/bulk-bar';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { BulkSetPreview } from '@/contract/core/bulk';
import type { DecidedCases, ReportCase } from '@/contract/feedback/abusive-reports';
import { restorePath, useFeedbackCall } from '@/features/feedback/use-feedback-call';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { useModalActions } from '@/state/modal';

/** Decides the selected cases together; removed texts can be restored. */
export function CaseBulk({ items, onDone }: { items: readonly ReportCase[]; onDone: () => void }) {
  const { t } = useTranslation(['feedback', 'common']);
  const { open } = useModalActions();
  const restore = useFeedbackCall({
    run: async (removed: DecidedCases['items']) => {
      for (const one of removed) await api.post(restorePath({ type: one.model_type, id: one.model_id }));
    },
    done: () => ({ text: t('common:successfully-restored') }),
  });
  const call = useFeedbackCall({
    run: (decision: 'accept' | 'decline') =>
      api.post('abusive_reports/bulk/decide', {
        decision,
        items: items.map(({ model_type, model_id }) => ({ model_type, model_id })),
      }),
    done: ({ done, items: decided, refused }, decision) => {
      if (refused > 0) showToast('info', t('feedback:feedback.bulk.refused', { count: refused }));
      const undo = { label: t('common:button-undo'), onClick: () => restore.mutate(decided) };
      return {
        text: t(`feedback:feedback.bulk.${decision}-done`, { count: done }),
        ...(decision === 'accept' && decided.length > 0 && { action: undo }),
      };
    },
    onDone,
  });
  const ask = (decision: 'accept' | 'decline') =>
    open('BULK_SET', {
      title: t(decision === 'accept' ? 'common:button-delete' : 'feedback:feedback.bulk.decline'),
      text: t(`feedback:feedback.bulk.${decision}-text`),
      preview: () => Promise.resolve(previewOf(items, decision, t)),
      wordOf: (value) => t(`feedback:feedback.bulk.states.${String(value)}`),
      onConfirm: () => call.mutate(decision),
    });
  return (
    <BulkBar
      count={items.length}
      total={items.length}
      isBusy={call.isPending}
      canRemove
      onClear={onDone}
      onRemove={() => ask('accept')}
      more={
        <button
          type="button"
          disabled={call.isPending}
          className={bulkButtonClass}
          aria-haspopup="dialog"
          onClick={() => ask('decline')}
        >
          <SpriteIcon name="circle-off" className="size-4" />
          {t('feedback:feedback.bulk.decline')}
        </button>
      }
    />
  );
}

const maxSamples = 5;

/** Whatever is selected is on the page, so what a decision does is known without asking. */
function previewOf(
  items: readonly ReportCase[],
  decision: 'accept' | 'decline',
  t: TFunction,
): BulkSetPreview {
  return {
    done: items.length,
    kept: { same: 0, refused: 0, deleted: 0, foreign: 0, missing: 0 },
    samples: items.slice(0, maxSamples).map(({ text, model_id }) => ({
      title: text?.slice(0, 80) || t('common:id', { id: model_id }),
      before: 'reported',
      after: decision === 'accept' ? 'removed' : 'stays',
    })),
  };
}
