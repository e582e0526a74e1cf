import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { Review } from '@/contract/feedback/reviews/schema';
import { answerHours } from '@/contract/feedback/reviews/values';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { formatNumber } from '@/lib/format/format';
import { usePhonePart } from '@/lib/hooks/use-phone-part';
import { lazyPart } from '@/lib/lazy-part';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { AuthorLine } from './author-line';
import { LongText } from './long-text';
import { Photos } from './photos';
import { ProductCell } from './product-cell';
import { Stars } from './stars';
import { useMayReport } from './use-may-report';
import { Votes } from './votes';

const ReviewMenu = lazyPart(() => import('./review-menu'), 'ReviewMenu');
const loadCard = () => import('./feedback-card').then((module) => module.FeedbackCard);

/** Row type of the engine is wider than the declaration. */
const asReview = (row: Row) => row as Row & Review;

export function ReviewList(props: ListProps) {
  const { shop } = props;
  const Card = usePhonePart(loadCard);
  const mayReport = useMayReport();
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const mayWrite = useMay('feedback:write');
  const canAnswer = useCan('review-answers') && mayWrite;
  const draw = useReviewCells(shop, isAdmin && shop === undefined);
  return (
    <ListScreen
      {...props}
      cell={(row, key) => draw(asReview(row), key)}
      card={
        Card
          ? (row) => {
              const review = asReview(row);
              const { user, created_at: at, abusive_reports_count: reports } = review;
              return (
                <Card
                  product={draw(review, 'product')}
                  state={draw(review, 'rating')}
                  author={user}
                  at={at}
                  note={reports > 0 && <Reports count={reports} />}
                >
                  <Words review={review} />
                </Card>
              );
            }
          : null
      }
      rowExtra={(row) => isAdmin && mayWrite && <EditButton review={asReview(row)} />}
      rowMenu={(row) => {
        const review = asReview(row);
        const lines = {
          canEdit: isAdmin && mayWrite && shop === undefined,
          // Outside a shop answers are moderated, not given.
          canAnswer: canAnswer && (shop !== undefined || !!review.answer) && mayChangeAnswer(review, isAdmin),
          canReport: mayReport(review.user_id),
        };
        if (!Object.values(lines).includes(true)) return undefined;
        return (close) => <ReviewMenu {...lines} review={review} close={close} />;
      }}
    />
  );
}

/** The first answer at any time, a change within a day; administrators always. */
function mayChangeAnswer({ answered_at }: Review, isAdmin: boolean): boolean {
  return isAdmin || !answered_at || Date.now() - Date.parse(answered_at) < answerHours * 3_600_000;
}

/** `hasDetails`: the complaint count links to the details. */
function useReviewCells(shop: string | undefined, hasDetails: boolean) {
  const { t, i18n } = useTranslation('feedback');
  const word = (key: string, more = {}) => t(`feedback:reviews.${key}`, more);
  return (review: Review, key: string) => {
    const { id, rating, abusive_reports_count: reports } = review;
    if (key === 'product') return <ProductCell row={review} shop={shop} />;
    if (key === 'rating') return <Stars rating={rating} label={word('stars', { count: rating })} />;
    if (key === 'comment') return <Comment review={review} />;
    if (key !== 'abusive_reports_count') return undefined;
    if (reports === 0) return <span className="text-ink-third">—</span>;
    const number = formatNumber(reports, i18n.language);
    if (!hasDetails) return <span className="font-medium text-bad">{number}</span>;
    return (
      <Link
        href={`/reviews/${id}`}
        className="rounded-badge font-medium whitespace-nowrap text-bad hover:underline narrow:whitespace-normal"
      >
        {number} <span className="font-normal">{word('reports-details')}</span>
      </Link>
    );
  };
}

function Reports({ count }: { count: number }) {
  const { t } = useTranslation('feedback');
  return <span className="font-medium text-bad">{t('feedback:reviews.reports-count', { count })}</span>;
}

function Comment({ review }: { review: Review }) {
  const { positive_feedbacks_count: useful, negative_feedbacks_count: useless } = review;
  return (
    <span className="grid max-w-110 min-w-56 gap-1 narrow:min-w-44 py-1 phone:max-w-none">
      <AuthorLine person={review.user} />
      <Words review={review} />
      {useful + useless > 0 && <Votes figures={review} />}
    </span>
  );
}

function Words({ review: { comment, photos, product, answer } }: { review: Review }) {
  const { t } = useTranslation('feedback');
  const name = product?.name ?? '';
  return (
    <>
      {comment && <LongText text={comment} title={name} />}
      <Photos
        pictures={photos}
        label={(number) => t('feedback:reviews.photo', { number, count: photos.length, name })}
      />
      {answer && (
        <span className="block border-s-2 border-line ps-2.5 text-ink-second">
          <span className="block text-small font-medium">{t('feedback:reviews.answer')}</span>
          <LongText text={answer} title={name} />
        </span>
      )}
    </>
  );
}

function EditButton({ review }: { review: Review }) {
  const { t } = useTranslation('feedback');
  const { open } = useModalActions();
  const title = `${review.user?.name ?? ''}, ${review.product?.name ?? ''}`;
  return (
    <Button
      variant="ghost"
      className="phone:hidden"
      aria-haspopup="dialog"
      aria-label={t('feedback:reviews.edit', { title })}
      icon={<SpriteIcon name="pencil" className="size-4" />}
      onClick={() => open('EDIT_REVIEW', { review })}
    />
  );
}
