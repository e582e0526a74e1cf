import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import { RowTick } from '@/components/table/row-tick';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import { formatDateTime, formatRelative } from '@/lib/format/format';

interface QueueRowProps {
  review: ProductReview;
  href: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Left out where there is nothing to decide. */
  tick: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
}

/** A submission in the queue: what, whose, and since when it waits. */
export function QueueRow({ review, href, isChosen, onChoose, tick }: QueueRowProps) {
  const { t, i18n } = useTranslation('form');
  const link = useRef<HTMLLIElement>(null);
  // What the keys have chosen may be further down.
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  const name = review.product?.name ?? t('form:products.moderation.gone', { id: review.product_id });
  return (
    <li ref={link} className="relative">
      {tick && (
        <span className="absolute start-4 top-4 z-1">
          <RowTick
            label={t('form:products.moderation.tick', { name })}
            isOn={tick.isOn}
            onChange={tick.onChange}
          />
        </span>
      )}
      <Link
        href={href}
        aria-current={isChosen ? 'true' : undefined}
        className={`flex items-start gap-3 py-2.5 pe-3.5 -outline-offset-2 hover:bg-sunken desk:aria-[current=true]:bg-accent-soft ${tick ? 'ps-11' : 'ps-3.5'}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onChoose();
        }}
      >
        <Thumbnail path={review.product?.image?.thumbnail} title={name} />
        <span className="min-w-0 flex-1">
          <WrittenText className="line-clamp-2 font-medium break-words" text={name} />
          <span className="mt-px block text-small break-words text-ink-second">{review.shop?.name}</span>
          <span className="mt-px block text-small text-ink-second">
            {t(`form:products.moderation.kinds.${review.kind}`)}
          </span>
        </span>
        <time
          dateTime={review.submitted_at}
          title={formatDateTime(review.submitted_at, i18n.language)}
          className="shrink-0 pt-px text-small text-ink-second"
        >
          {formatRelative(review.submitted_at, i18n.language)}
        </time>
      </Link>
    </li>
  );
}
