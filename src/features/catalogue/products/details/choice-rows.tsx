import { useTranslation } from 'next-i18next/pages';
import type { Variation } from '@/contract/catalogue/products/variations';
import type { MatrixAttribute } from '@/features/catalogue/products/variations/matrix';
import { isColour, Swatch } from '@/features/catalogue/products/variations/swatch';
import { type Choice, lackOf } from './variation-choice';

interface ChoiceRowsProps {
  attributes: readonly MatrixAttribute[];
  variations: readonly Variation[];
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/**
 * A row of buttons for each attribute. What cannot be had beside the rest is crossed out and says why; a second click
 * takes a choice back, which opens the others again.
 */
export function ChoiceRows({ attributes, variations, choice, onChange }: ChoiceRowsProps) {
  const { t } = useTranslation('form');
  const toggle = (attributeId: number, valueId: number) => {
    const { [attributeId]: was, ...others } = choice;
    onChange(was === valueId ? others : { ...others, [attributeId]: valueId });
  };
  return (
    <div className="mt-4 grid gap-3">
      {attributes.map(({ id, name, values }) => (
        <fieldset key={id} className="min-w-0">
          <legend className="mb-1.5 font-medium">{name}</legend>
          <div className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto p-0.5">
            {values.map((one) => {
              const isChosen = choice[id] === one.id;
              const lack = isChosen ? undefined : lackOf(variations, choice, id, one.id);
              const reason = lack && t(`form:products.variations.dialog.reason-${lack}`);
              return (
                <button
                  key={one.id}
                  type="button"
                  aria-pressed={isChosen}
                  // Stays reachable, so that its reason can be heard.
                  aria-disabled={lack !== undefined}
                  title={reason}
                  className="inline-flex min-h-8.5 items-center gap-2 rounded-control border border-line bg-surface px-3 font-medium transition-colors not-aria-disabled:hover:border-ink-third aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:text-ink-third aria-disabled:line-through pointer-coarse:min-h-10"
                  onClick={() => lack === undefined && toggle(id, one.id)}
                >
                  {isColour(one.meta) && <Swatch meta={one.meta} className="size-4" />}
                  {one.value}
                  {reason && <span className="sr-only">, {reason}</span>}
                </button>
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
