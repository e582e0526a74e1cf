import { Check } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { LinkButton } from '@/components/ui/link-button';
import type { VendorStep as Step, VendorStart } from '@/contract/insights/vendor-start';
import { useModalActions } from '@/state/modal';

interface VendorStepProps {
  start: VendorStart;
  step: Step;
  /** The first open step: its button is the primary one. */
  isNext: boolean;
}

/** A step of the vendor's guide: the entered data, or what to do with a link. */
export function VendorStep({ start, step, isNext }: VendorStepProps) {
  const { t } = useTranslation('insights');
  const { key, is_done: isDone } = step;
  const { shop } = start;
  const title =
    key === 'shop' && shop
      ? t('insights:first-steps.vendor.shop-named', { name: shop.name })
      : t(`insights:first-steps.vendor.${key}`);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-3.5">
      <Mark isDone={isDone} isNext={isNext} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold break-words">
          {title}
          {isDone && <span className="sr-only">: {t('insights:first-steps.done')}</span>}
        </p>
        <p className="text-small break-words text-ink-second">{useStepText(start, step)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2.5 phone:basis-full phone:ps-9.5">
        <Action start={start} step={step} isNext={isNext} title={title} />
      </div>
    </li>
  );
}

function Mark({ isDone, isNext }: { isDone: boolean; isNext: boolean }) {
  const open = `border-2 ${isNext ? 'border-accent' : 'border-line'} text-transparent`;
  return (
    <span
      className={`grid size-5.5 shrink-0 place-items-center rounded-full ${isDone ? 'bg-good text-surface' : open}`}
    >
      <Check aria-hidden="true" className="size-3.5" strokeWidth={3} />
    </span>
  );
}

/** Entered data; for an open step its purpose, or the progress. */
function useStepText({ shop }: VendorStart, { key, is_done, facts, count }: Step): string {
  const { t } = useTranslation('insights');
  const word = (name: string) => t(`insights:first-steps.vendor.${name}`, { count });
  if (is_done) {
    const counted = key === 'products' || key === 'delivery' ? [word(`${key}-done`)] : [];
    if (key === 'pictures' || key === 'papers') return word(`${key}-done`);
    return [...counted, ...facts].join(' · ');
  }
  if (key === 'papers' && count === 0) return word('papers-later');
  if (key === 'products' && count > 0) return word('products-drafts');
  if (key === 'delivery' && count > 0) return word('delivery-half');
  if (key === 'sale') return word(shop?.is_active ? 'sale-text' : 'sale-later');
  return word(`${key}-text`);
}

interface ActionProps extends VendorStepProps {
  title: string;
}

/** Short form or page of the step; none without a shop. */
function Action({ start, step, isNext, title }: ActionProps): ReactNode {
  const { t } = useTranslation('insights');
  const { open } = useModalActions();
  const { shop, first_order_id, unpictured } = start;
  const { key, is_done: isDone } = step;
  const word = (name: string) => t(`insights:first-steps.vendor.${name}`);
  const look = { ...(isNext && { variant: 'primary' as const }) };
  if (!shop) {
    if (key !== 'shop') return null;
    return (
      <Button aria-haspopup="dialog" {...look} onClick={() => open('FIRST_STEP', { step: 'shop' })}>
        {word('shop-action')}
      </Button>
    );
  }
  const home = `/${encodeURIComponent(shop.slug)}`;
  if (key === 'sale') {
    if (first_order_id === null) return null;
    return <Change href={`${home}/orders/${first_order_id}`} title={title} label={word('open')} />;
  }
  if (key === 'papers') {
    const href = `${home}#documents`;
    if (isDone) return <Change href={href} title={title} label={word('open')} />;
    return (
      <LinkButton href={href} {...look} aria-label={`${word('papers-action')}: ${title}`}>
        {word('papers-action')}
      </LinkButton>
    );
  }
  if (isDone) {
    const href = key === 'products' ? `${home}/products` : `${home}/edit#${partOf[key]}`;
    const change = <Change href={href} title={title} label={word(key === 'products' ? 'open' : 'change')} />;
    if (key !== 'products' || unpictured.length === 0) return change;
    return (
      <>
        <Button
          aria-haspopup="dialog"
          size="small"
          onClick={() => open('PRODUCT_PICTURES', { products: unpictured })}
        >
          {word('photos-action')}
        </Button>
        {change}
      </>
    );
  }
  if (key === 'products') return <ProductActions shop={shop} isNext={isNext} drafts={step.count} />;
  const attributes = { ...look, 'aria-label': `${word(`${key}-action`)}: ${title}` };
  return (
    <Button aria-haspopup="dialog" {...attributes} onClick={() => open('FIRST_STEP', { step: key, shop })}>
      {word(`${key}-action`)}
    </Button>
  );
}

/** Section of the shop's form for each step. */
const partOf = {
  shop: 'main',
  requisites: 'requisites',
  pictures: 'pictures',
  delivery: 'schedule',
} as const;

function Change({ href, label, title }: { href: string; label: string; title: string }) {
  return (
    <Link
      href={href}
      aria-label={`${label}: ${title}`}
      className="rounded-badge text-small text-ink-second hover:text-ink hover:underline pointer-coarse:py-2.5"
    >
      {label}
    </Link>
  );
}

interface ProductActionsProps {
  shop: { id: number; slug: string };
  isNext: boolean;
  drafts: number;
}

/** One product in the short form, many from a file; drafts need to be submitted. */
function ProductActions({ shop: { id, slug }, isNext, drafts }: ProductActionsProps) {
  const { t } = useTranslation('insights');
  const { open } = useModalActions();
  const home = `/${encodeURIComponent(slug)}`;
  const look = { ...(isNext && { variant: 'primary' as const }) };
  if (drafts > 0) {
    return (
      <LinkButton href={`${home}/products/draft`} {...look}>
        {t('insights:first-steps.vendor.products-to-drafts')}
      </LinkButton>
    );
  }
  return (
    <>
      <Button
        aria-haspopup="dialog"
        {...look}
        onClick={() => open('FIRST_STEP', { step: 'products', shop: { id, slug } })}
      >
        {t('insights:first-steps.vendor.products-action')}
      </Button>
      <Button
        aria-haspopup="dialog"
        onClick={() => open('EXPORT_IMPORT_PRODUCT', { shopId: id, shop: slug })}
      >
        {t('insights:first-steps.vendor.products-file')}
      </Button>
    </>
  );
}
