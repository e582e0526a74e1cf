import { Plus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useId, useState } from 'react';
import { fieldClass } from '@/components/inputs/field-style';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import type { Attribute } from '@/contract/catalogue/attributes/schema';
import { messageKey, toClientError } from '@/lib/api/errors';
import type { MatrixAttribute, MatrixValue } from './matrix';
import { isColour, Swatch } from './swatch';
import { useNewValue } from './use-attributes';

interface ValueChoiceProps {
  attribute: MatrixAttribute;
  dictionary: Attribute | undefined;
  onChange: (values: MatrixValue[]) => void;
}

/** Chooses values of an attribute; one that the dictionary lacks is made here. */
export function ValueChoice({ attribute, dictionary, onChange }: ValueChoiceProps) {
  const { t } = useTranslation(['form', 'common']);
  const id = useId();
  const [text, setText] = useState('');
  const [colour, setColour] = useState('#808080');
  const creation = useNewValue(attribute.id);
  const all = allValues(attribute, dictionary);
  const query = text.trim().toLocaleLowerCase();
  const found = all.filter(({ value }) => value.toLocaleLowerCase().includes(query));
  const same = all.find(({ value }) => value.toLocaleLowerCase() === query);
  const isNew = query !== '' && !same && dictionary !== undefined;
  const hasColours = all.some(({ meta }) => isColour(meta));
  const isChosen = (one: MatrixValue) => attribute.values.some((other) => other.id === one.id);

  // In the order of the dictionary: sizes go from small to large, whichever was clicked first.
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
      // Said below by `problemOf`.
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
  const problem = problemOf(creation.error, (key) => t(key, { defaultValue: key }));
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <Input
          aria-label={t('form:products.variations.find-value', { name: attribute.name })}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `${id}-problem`}
          placeholder={t('form:products.variations.find-value-short')}
          autoComplete="off"
          maxLength={120}
          className="w-auto! min-w-40 flex-1"
          value={text}
          onChange={(event) => {
            creation.reset();
            setText(event.target.value);
          }}
          onKeyDown={handleKey}
        />
        {isNew && hasColours && (
          <input
            type="color"
            aria-label={t('form:products.variations.value-colour')}
            value={colour}
            className={`${fieldClass} h-9 w-11! p-1 pointer-coarse:h-10`}
            onChange={(event) => setColour(event.target.value)}
          />
        )}
        {isNew && (
          <Button
            icon={creation.isPending ? <Spinner /> : <Plus aria-hidden="true" className="size-4" />}
            disabled={creation.isPending}
            className="max-w-full"
            onClick={() => void create()}
          >
            <span className="truncate">
              {t('form:products.variations.create-value', { value: text.trim() })}
            </span>
          </Button>
        )}
        {query === '' && all.length > 1 && (
          <Button
            variant="ghost"
            size="small"
            onClick={() => choose(() => attribute.values.length < all.length)}
          >
            {t(
              `form:products.variations.${attribute.values.length < all.length ? 'choose-all' : 'choose-none'}`,
            )}
          </Button>
        )}
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-small font-medium text-bad">
          {problem}
        </p>
      )}
      <fieldset
        className="mt-2 min-w-0"
        aria-label={t('form:products.variations.values-of', { name: attribute.name })}
      >
        <Values all={found} isChosen={isChosen} onToggle={toggle} />
      </fieldset>
    </div>
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

/** The values of the dictionary, and chosen ones that it has no more. */
function allValues({ values }: MatrixAttribute, dictionary: Attribute | undefined): MatrixValue[] {
  const known = (dictionary?.values ?? []).map(({ id, value, meta }) => ({ id, value, meta }));
  return [...known, ...values.filter(({ id }) => !known.some((one) => one.id === id))];
}

/** What keeps a value from being made: the first mistake of its field, else the failure itself. */
function problemOf(reason: unknown, t: (key: string) => string): string | undefined {
  if (!reason) return undefined;
  const error = toClientError(reason);
  const [first] = Object.values(error.fields).flat();
  return first === undefined ? t(messageKey(error)) : t(`form:${first}`);
}
