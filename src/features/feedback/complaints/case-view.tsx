import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { WrittenText } from '@/components/ui/written-text';
import type { ReportCaseDetails } from '@/contract/feedback/abusive-reports';
import { AuthorFacts } from '@/features/feedback/author-facts';
import { AuthorLine } from '@/features/feedback/author-line';
import { Photos } from '@/features/feedback/photos';
import { ProductCell } from '@/features/feedback/product-cell';
import { Stars } from '@/features/feedback/stars';
import { Votes } from '@/features/feedback/votes';
import { formatDateTime } from '@/lib/format/format';
import { CaseReports } from './case-reports';
import { CaseVerdict } from './case-verdict';

/** A reported review or question: complaints, decision and author history. */
export function CaseView({ item }: { item: ReportCaseDetails }) {
  const { t } = useTranslation('feedback');
  const isOpen = item.deleted_at === null && item.reports_count > 0;
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 desk:sticky desk:top-13 desk:z-5 desk:-mx-5 desk:-mt-5 desk:rounded-t-card desk:bg-surface desk:px-5 desk:pt-5 desk:pb-3">
        <ProductCell row={item} shop={undefined} />
        {isOpen && <CaseVerdict item={item} />}
        {item.deleted_at !== null && <Badge tone="bad">{t('feedback:feedback.case.removed')}</Badge>}
      </header>
      <div className="mt-4 grid items-start gap-x-8 gap-y-6 max-desk:pb-16 @3xl:grid-cols-[minmax(0,1fr)_16rem] desk:mt-1">
        <div className="grid gap-6">
          <Written item={item} />
          <CaseReports reports={item.reports} />
        </div>
        {item.author && <AuthorFacts author={item.author} person={item.user} />}
      </div>
    </>
  );
}

/** The reported text as readers see it. */
function Written({ item }: { item: ReportCaseDetails }) {
  const { t, i18n } = useTranslation('feedback');
  const {
    rating,
    photos,
    answer,
    positive_feedbacks_count: useful,
    negative_feedbacks_count: useless,
  } = item;
  return (
    <section aria-label={t(`feedback:feedback.queue.kinds.${item.model_type}`)} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AuthorLine person={item.user} />
        {rating !== null && <Stars rating={rating} label={t('feedback:feedback.stars', { count: rating })} />}
        <time dateTime={item.created_at} className="text-small text-ink-second">
          {formatDateTime(item.created_at, i18n.language)}
        </time>
      </div>
      <WrittenText
        className="block max-w-3xl break-words whitespace-pre-line"
        text={item.text ?? t('feedback:feedback.no-text')}
      />
      <Photos
        isLarge
        pictures={photos}
        label={(number) => t('feedback:feedback.photo', { number, count: photos.length })}
      />
      {answer !== null && (
        <div className="border-s-2 border-line ps-3 text-ink-second">
          <p className="text-small font-medium">{t('feedback:feedback.case.answer')}</p>
          <WrittenText className="block break-words whitespace-pre-line" text={answer} />
        </div>
      )}
      {useful + useless > 0 && <Votes figures={item} />}
      {item.moderation_note && (
        <p className="rounded-control bg-warn-soft px-3 py-2 break-words text-warn">
          {t('feedback:feedback.case.note', { note: item.moderation_note })}
        </p>
      )}
    </section>
  );
}
