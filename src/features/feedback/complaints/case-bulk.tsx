import { useTranslation } from 'next-i18next/pages';
import { BulkBar, bulkButtonClass } from '@/components/table/bulk-bar';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { DecidedCases, ReportCase } from '@/contract/feedback/abusive-reports';
import { restorePath, useFeedbackCall } from '@/features/feedback/use-feedback-call';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

interface CaseBulkProps {
  items: readonly ReportCase[];
  onDone: () => void;
}

/** Decides the selected cases together; removed texts can be restored. */
export function CaseBulk({ items, onDone }: CaseBulkProps) {
  const { t } = useTranslation(['feedback', 'common']);
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
  return (
    <BulkBar
      count={items.length}
      total={items.length}
      isBusy={call.isPending}
      canRemove
      onClear={onDone}
      onRemove={() => call.mutate('accept')}
      more={
        <button
          type="button"
          disabled={call.isPending}
          className={bulkButtonClass}
          onClick={() => call.mutate('decline')}
        >
          <SpriteIcon name="circle-off" className="size-4" />
          {t('feedback:feedback.bulk.decline')}
        </button>
      }
    />
  );
}
