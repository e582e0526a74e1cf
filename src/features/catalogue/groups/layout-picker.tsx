import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { layoutTypes } from '@/contract/catalogue/groups/layout';

/** Parts of each drawing: x, y, width and height in a field of 96 × 64; dark ones are what the layout puts first. */
type Part = [x: number, y: number, width: number, height: number, isDark?: boolean];

const grid = (x: number, y: number, columns: number, rows: number, width: number, height: number): Part[] =>
  Array.from(
    { length: columns * rows },
    (_, index): Part => [
      x + (index % columns) * (width + 3),
      y + Math.floor(index / columns) * (height + 3),
      width,
      height,
    ],
  );

const drawings: Record<(typeof layoutTypes)[number], Part[]> = {
  // A wide picture, the categories at the side, goods beside them.
  classic: [[4, 4, 88, 18, true], [4, 26, 20, 34], ...grid(28, 26, 4, 2, 13.75, 15.5)],
  // Blocks one below another, with headings.
  compact: [
    [4, 4, 88, 12, true],
    [4, 20, 24, 3, true],
    ...grid(4, 25, 5, 1, 15.2, 13),
    [4, 42, 24, 3, true],
    ...grid(4, 47, 5, 1, 15.2, 13),
  ],
  // Almost nothing but goods.
  minimal: [[30, 5, 36, 4, true], ...grid(4, 14, 3, 2, 27.3, 21.5)],
  // Picture and categories side by side, large cards.
  modern: [[4, 4, 24, 56], [31, 4, 61, 22, true], ...grid(31, 30, 3, 2, 18.3, 13.5)],
  // A row of categories under the picture, then goods.
  standard: [[4, 4, 88, 16, true], ...grid(4, 24, 8, 1, 8.4, 8), ...grid(4, 36, 4, 2, 19.75, 10.5)],
};

/** The five layouts of a front page, each drawn small: real radio buttons behind the pictures. */
export function LayoutPicker({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('resources');
  const { field } = useController({ name: 'settings.layoutType', control: form.control });
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('resources:groups.fields.layout_type')}</legend>
      <div className="grid grid-cols-2 gap-3 @sm:grid-cols-3 @2xl:grid-cols-5">
        {layoutTypes.map((layout, index) => (
          <label
            key={layout}
            className="relative block rounded-card border border-line p-2 text-center text-small text-ink-second transition-colors hover:border-ink-third has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={field.name}
              ref={index === 0 ? field.ref : undefined}
              value={layout}
              checked={field.value === layout}
              onChange={() => field.onChange(layout)}
              onBlur={field.onBlur}
              className="sr-only"
            />
            <svg
              aria-hidden="true"
              viewBox="0 0 96 64"
              className="mb-1.5 w-full rounded-badge bg-sunken text-ink-third"
              fill="currentColor"
            >
              {drawings[layout].map(([x, y, width, height, isDark]) => (
                <rect key={`${x} ${y}`} {...{ x, y, width, height }} rx="1.5" opacity={isDark ? 0.85 : 0.4} />
              ))}
            </svg>
            {t(`resources:groups.options.layout_type.${layout}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
