import { ExternalLink, Plus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import type { Attribute } from '@/contract/catalogue/attributes/schema';
import { maxVariations } from '@/contract/catalogue/products/variations';
import { messageKey, toClientError } from '@/lib/api/errors';
import { formatNumber } from '@/lib/format/format';
import { combinationCount, lostBy, type MatrixAttribute } from './matrix';
import type { MatrixStore } from './matrix-store';
import { OptionRow } from './option-row';
import { RemovalQuestion } from './removal-question';
import { useAttributes } from './use-attributes';
import { useShape } from './use-matrix';

interface OptionRowsProps {
  store: MatrixStore;
  shopId: number;
  /** Address of the form that makes an attribute. */
  createHref: string;
}

/** Most attributes that tell variations apart (contract/products/variations). */
const maxAttributes = 10;

interface Asked {
  next: MatrixAttribute[];
  count: number;
}

/** What the product differs by: attributes of the shop in their order, with the values that it comes in. */
export function OptionRows({ store, shopId, createHref }: OptionRowsProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const { attributes } = useShape(store);
  const known = useAttributes(shopId);
  const [asked, setAsked] = useState<Asked>();
  const [tooMany, setTooMany] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const free = (known.data ?? []).filter(({ id }) => !attributes.some((one) => one.id === id));

  const change = (next: MatrixAttribute[]) => {
    const count = combinationCount(next);
    // One may always go back from too many.
    const isTooMany = count > maxVariations && count > combinationCount(attributes);
    setTooMany(isTooMany ? count : undefined);
    if (isTooMany) return;
    const lost = lostBy(store.matrix, next).length;
    if (lost > 0) setAsked({ next, count: lost });
    else store.setAttributes(next);
  };
  const replace = (place: number, one: MatrixAttribute) => change(attributes.with(place, one));
  const move = (place: number, step: 1 | -1) => {
    const [one, other] = [attributes[place], attributes[place + step]];
    if (one && other) change(attributes.with(place, other).with(place + step, one));
  };
  const add = () => {
    const [first] = free;
    if (!first) return;
    change([...attributes, { id: first.id, name: first.name, values: [] }]);
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('select')?.focus());
  };

  if (known.isPending) return <Skeleton className="h-24 w-full rounded-control" />;
  if (known.error && !known.data) {
    const error = toClientError(known.error);
    return (
      <ErrorBanner
        text={t(messageKey(error))}
        requestId={error.requestId}
        onRetry={() => void known.refetch()}
      />
    );
  }
  return (
    <div>
      {attributes.length > 0 && (
        <ol ref={list} className="divide-y divide-line-faint border-y border-line-faint">
          {attributes.map((attribute, place) => (
            <OptionRow
              key={attribute.id}
              attribute={attribute}
              dictionary={known.data?.find(({ id }) => id === attribute.id)}
              free={free}
              isFirst={place === 0}
              isLast={place === attributes.length - 1}
              onAttribute={(one) => replace(place, { id: one.id, name: one.name, values: [] })}
              onValues={(values) => replace(place, { ...attribute, values })}
              onMove={(step) => move(place, step)}
              onRemove={() => change(attributes.filter((_one, other) => other !== place))}
            />
          ))}
        </ol>
      )}
      {tooMany !== undefined && (
        <p role="alert" className="mt-2 font-medium text-bad">
          {t('form:products.variations.too-many', {
            count: tooMany,
            text: formatNumber(tooMany, i18n.language),
            most: formatNumber(maxVariations, i18n.language),
          })}
        </p>
      )}
      <Foot
        known={known.data ?? []}
        isOff={free.length === 0 || attributes.length >= maxAttributes}
        createHref={createHref}
        onAdd={add}
      />
      {asked && (
        <RemovalQuestion
          count={asked.count}
          onConfirm={() => {
            store.setAttributes(asked.next);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

interface FootProps {
  known: readonly Attribute[];
  isOff: boolean;
  createHref: string;
  onAdd: () => void;
}

function Foot({ known, isOff, createHref, onAdd }: FootProps) {
  const { t } = useTranslation('form');
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        disabled={isOff}
        title={isOff && known.length > 0 ? t('form:products.variations.all-used') : undefined}
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={onAdd}
      >
        {t('form:products.variations.add-attribute')}
      </Button>
      {known.length === 0 && (
        <span className="text-ink-second">{t('form:products.variations.no-attributes')}</span>
      )}
      <Link
        href={createHref}
        // Another tab: what is typed here must not be lost.
        target="_blank"
        className="inline-flex items-center gap-1.5 font-medium text-accent-ink hover:underline"
      >
        {t('form:products.variations.new-attribute')}
        <ExternalLink aria-hidden="true" className="size-3.5" />
      </Link>
    </div>
  );
}
