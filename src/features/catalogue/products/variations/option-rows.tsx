import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { fieldClass } from '@/components/inputs/field-style';
import { Select } from '@/components/inputs/select';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import type { Attribute } from '@/contract/catalogue/attributes/schema';
import { maxVariations } from '@/contract/catalogue/products/variations';
import { messageKey, toClientError } from '@/lib/api/errors';
import { focusUnlessTyping } from '@/lib/focus';
import { formatNumber } from '@/lib/format/format';
import { isSaidIn } from '@/lib/format/said-in';
import { useModalActions } from '@/state/modal';
import { CreationInput } from './creation-input';
import { combinationCount, type MatrixAttribute, type MatrixValue, removedVariations } from './matrix';
import type { MatrixStore } from './matrix-store';
import { NewAttribute } from './new-attribute';
import { isColour, Swatch } from './swatch';
import { creationError, useAttributes, useNewValue } from './use-attributes';
import { useShape } from './use-matrix';

interface OptionRowsProps {
  store: MatrixStore;
  shopId: number;
}

/** Maximum number of attributes (contract/products/variations). */
const maxAttributes = 10;

export function OptionRows({ store, shopId }: OptionRowsProps) {
  const { attributes } = useShape(store);
  const known = useAttributes(shopId);
  const { change, replace, move, tooMany } = useOptionChanges(store, attributes);
  const list = useRef<HTMLOListElement>(null);
  const free = (known.data ?? []).filter(({ id }) => !attributes.some((one) => one.id === id));
  const add = ({ id, name }: Attribute, focused: 'select' | 'input') => {
    change([...attributes, { id, name, values: [] }]);
    focusUnlessTyping(() => list.current?.lastElementChild?.querySelector<HTMLElement>(focused));
  };

  if (known.isPending) return <Skeleton className="h-24 w-full rounded-control" />;
  if (known.error && !known.data) return <LoadError query={known} />;
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
      {tooMany !== undefined && <TooMany count={tooMany} />}
      <OptionsFooter
        shopId={shopId}
        free={free}
        add={add}
        hasKnown={(known.data ?? []).length > 0}
        used={attributes.map(({ name }) => name)}
      />
    </div>
  );
}

/** Attribute changes: refused above the maximum of variations, confirmed when stored ones are lost. */
function useOptionChanges(store: MatrixStore, attributes: readonly MatrixAttribute[]) {
  const { t } = useTranslation('catalogue');
  const { open } = useModalActions();
  const [tooMany, setTooMany] = useState<number>();
  const change = (next: MatrixAttribute[]) => {
    const count = combinationCount(next);
    // Reducing an excessive number is always allowed.
    const isTooMany = count > maxVariations && count > combinationCount(attributes);
    setTooMany(isTooMany ? count : undefined);
    if (isTooMany) return;
    const lost = removedVariations(store.matrix, next).length;
    if (lost === 0) store.setAttributes(next);
    else
      open('CONFIRM', {
        title: t('catalogue:products.variations.lose-title', { count: lost }),
        text: t('catalogue:products.variations.lose-text', { count: lost }),
        confirmLabel: t('catalogue:products.variations.lose'),
        isDeletion: true,
        onConfirm: () => store.setAttributes(next),
      });
  };
  const replace = (place: number, one: MatrixAttribute) => change(attributes.with(place, one));
  const move = (place: number, step: 1 | -1) => {
    const [one, other] = [attributes[place], attributes[place + step]];
    if (one && other) change(attributes.with(place, other).with(place + step, one));
  };
  return { change, replace, move, tooMany };
}

function LoadError({ query }: { query: ReturnType<typeof useAttributes> }) {
  const { t } = useTranslation('common');
  const error = toClientError(query.error);
  return (
    <ErrorBanner
      text={t(messageKey(error))}
      requestId={error.requestId}
      onRetry={() => void query.refetch()}
    />
  );
}

function TooMany({ count }: { count: number }) {
  const { t, i18n } = useTranslation('catalogue');
  return (
    <p role="alert" className="mt-2 font-medium text-bad">
      {t('catalogue:products.variations.too-many', {
        count,
        text: formatNumber(count, i18n.language),
        most: formatNumber(maxVariations, i18n.language),
      })}
    </p>
  );
}

interface OptionsFooterProps {
  shopId: number;
  free: readonly Attribute[];
  /** Names of the product's attributes. */
  used: readonly string[];
  /** False in a shop without any attribute. */
  hasKnown: boolean;
  /** Adds an attribute and moves the focus to its choice or to its values. */
  add: (attribute: Attribute, focused: 'select' | 'input') => void;
}

function OptionsFooter({ shopId, free, used, hasKnown, add }: OptionsFooterProps) {
  const { t } = useTranslation('catalogue');
  const [first] = free;
  const isFull = used.length >= maxAttributes;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-2">
      {!hasKnown && (
        <p className="basis-full text-ink-second">{t('catalogue:products.variations.no-attributes')}</p>
      )}
      {hasKnown && (
        <Button
          disabled={!first || isFull}
          title={first ? undefined : t('catalogue:products.variations.all-used')}
          icon={<Plus className="size-4" />}
          onClick={() => first && add(first, 'select')}
        >
          {t('catalogue:products.variations.add-attribute')}
        </Button>
      )}
      {!isFull && (
        <NewAttribute
          shopId={shopId}
          free={free}
          used={used}
          isOpenAtFirst={!hasKnown}
          onMade={(made) => add(made, 'input')}
        />
      )}
    </div>
  );
}

interface OptionRowProps {
  attribute: MatrixAttribute;
  /** Attribute with all its values; absent when it was deleted. */
  dictionary: Attribute | undefined;
  /** Attributes not used yet. */
  free: readonly Attribute[];
  isFirst: boolean;
  isLast: boolean;
  onAttribute: (attribute: Attribute) => void;
  onValues: (values: MatrixValue[]) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

function OptionRow(props: OptionRowProps) {
  const { attribute, dictionary, free, isFirst, isLast, onAttribute, onValues, onMove, onRemove } = props;
  const { t } = useTranslation('catalogue');
  const { name } = attribute;
  const tool = (word: string, icon: ReactNode, onClick: () => void, isOff = false) => (
    <Button
      variant="ghost"
      size="small"
      aria-label={t(`catalogue:products.variations.${word}`, { name })}
      disabled={isOff}
      icon={icon}
      onClick={onClick}
    />
  );
  return (
    <li className="@container flex items-start gap-2 py-3">
      <div className="grid min-w-0 flex-1 items-start gap-x-3 gap-y-2 @md:grid-cols-[11rem_minmax(0,1fr)]">
        <Select
          aria-label={t('catalogue:products.variations.attribute')}
          value={String(attribute.id)}
          options={[{ id: attribute.id, name }, ...free].map((one) => ({
            value: String(one.id),
            label: one.name,
          }))}
          onChange={({ target }) => {
            const chosen = free.find(({ id }) => String(id) === target.value);
            if (chosen) onAttribute(chosen);
          }}
        />
        <ValueChoice attribute={attribute} dictionary={dictionary} onChange={onValues} />
      </div>
      <span className="-me-1 flex shrink-0 pt-0.5">
        {tool('move-up', <ArrowUp className="size-4" />, () => onMove(-1), isFirst)}
        {tool('move-down', <ArrowDown className="size-4" />, () => onMove(1), isLast)}
        {tool('remove-attribute', <Trash2 className="size-4" />, onRemove)}
      </span>
    </li>
  );
}

interface ValueChoiceProps {
  attribute: MatrixAttribute;
  dictionary: Attribute | undefined;
  onChange: (values: MatrixValue[]) => void;
}

function ValueChoice({ attribute, dictionary, onChange }: ValueChoiceProps) {
  const { t } = useTranslation('catalogue');
  const choice = useValueChoice({ attribute, dictionary, onChange });
  const { text, setText, creation, problem } = choice;
  return (
    <div className="min-w-0">
      <CreationInput
        label={t('catalogue:products.variations.find-value', { name: attribute.name })}
        placeholder={t('catalogue:products.variations.find-value-short')}
        className="min-w-40"
        value={text}
        problem={problem}
        onChange={(next) => {
          creation.reset();
          setText(next);
        }}
        onKeyDown={choice.handleKey}
      >
        {choice.isNew && <NewValue choice={choice} />}
        {text.trim() === '' && choice.all.length > 1 && (
          <Button variant="ghost" size="small" onClick={() => choice.choose(() => !choice.hasAll)}>
            {t(`catalogue:products.variations.${choice.hasAll ? 'choose-none' : 'choose-all'}`)}
          </Button>
        )}
      </CreationInput>
      <fieldset
        className="mt-2 min-w-0"
        aria-label={t('catalogue:products.variations.values-of', { name: attribute.name })}
      >
        <Values all={choice.found} isChosen={choice.isChosen} onToggle={choice.toggle} />
      </fieldset>
    </div>
  );
}

function useValueChoice({ attribute, dictionary, onChange }: ValueChoiceProps) {
  const { t } = useTranslation(['form', 'common']);
  const [text, setText] = useState('');
  const [colour, setColour] = useState('#808080');
  const creation = useNewValue(attribute.id);
  const all = allValues(attribute, dictionary);
  const query = text.trim().toLocaleLowerCase();
  const found = all.filter(({ value }) => isSaidIn(value, query));
  const same = all.find(({ value }) => value.toLocaleLowerCase() === query);
  const isNew = query !== '' && !same && dictionary !== undefined;
  const hasColours = all.some(({ meta }) => isColour(meta));
  const isChosen = (one: MatrixValue) => attribute.values.some((other) => other.id === one.id);

  // In the order of the dictionary, regardless of the order of clicks: sizes run from small to large.
  const choose = (chosen: (one: MatrixValue) => boolean, from = all) => onChange(from.filter(chosen));
  const toggle = (one: MatrixValue) => choose((other) => isChosen(other) !== (other.id === one.id));
  const create = async () => {
    try {
      const made = await creation.mutateAsync({
        value: text.trim(),
        meta: hasColours ? colour : text.trim(),
      });
      setText('');
      const value = { id: made.id, value: made.value, meta: made.meta };
      choose((one) => one.id === made.id || isChosen(one), [...all, value]);
    } catch {
      // Shown by `problemOf`.
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = found;
    if (isNew) void create();
    else if (same ?? (found.length === 1 && first)) {
      const one = same ?? first;
      if (one) toggle(one);
      setText('');
    }
  };
  const problem = creationError(creation.error, (key) => t(key, { defaultValue: key }));
  return {
    text,
    setText,
    colour,
    setColour,
    creation,
    problem,
    all,
    found,
    isNew,
    hasColours,
    isChosen,
    choose,
    toggle,
    create,
    handleKey,
    hasAll: attribute.values.length >= all.length,
  };
}

/** Creates the typed value, with a colour where other values have one. */
function NewValue({ choice }: { choice: ReturnType<typeof useValueChoice> }) {
  const { t } = useTranslation('catalogue');
  const { text, colour, setColour, creation, hasColours, create } = choice;
  return (
    <>
      {hasColours && (
        <input
          type="color"
          aria-label={t('catalogue:products.variations.value-colour')}
          value={colour}
          className={`${fieldClass} h-9 w-11! p-1 pointer-coarse:h-10`}
          onChange={(event) => setColour(event.target.value)}
        />
      )}
      <Button
        icon={creation.isPending ? <Spinner /> : <Plus className="size-4" />}
        disabled={creation.isPending}
        className="max-w-full"
        onClick={() => void create()}
      >
        <span className="truncate">
          {t('catalogue:products.variations.create-value', { value: text.trim() })}
        </span>
      </Button>
    </>
  );
}

interface ValuesProps {
  all: readonly MatrixValue[];
  isChosen: (one: MatrixValue) => boolean;
  onToggle: (one: MatrixValue) => void;
}

function Values({ all, isChosen, onToggle }: ValuesProps) {
  return (
    <div className="flex max-h-36 flex-wrap gap-1.5 overflow-y-auto p-0.5">
      {all.map((one) => (
        <button
          key={one.id}
          type="button"
          aria-pressed={isChosen(one)}
          className="inline-flex min-h-7.5 max-w-full items-center gap-1.5 rounded-badge border border-line bg-surface px-2.5 text-small font-medium text-ink-second transition-colors hover:border-ink-third aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:min-h-10"
          onClick={() => onToggle(one)}
        >
          <Swatch meta={one.meta} />
          <span className="truncate">{one.value}</span>
        </button>
      ))}
    </div>
  );
}

/** Values of the dictionary, plus chosen ones deleted from it. */
function allValues({ values }: MatrixAttribute, dictionary: Attribute | undefined): MatrixValue[] {
  const known = (dictionary?.values ?? []).map(({ id, value, meta }) => ({ id, value, meta }));
  return [...known, ...values.filter(({ id }) => !known.some((one) => one.id === id))];
}
