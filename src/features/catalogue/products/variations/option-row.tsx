import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Select } from '@/components/inputs/select';
import { Button } from '@/components/ui/button';
import type { Attribute } from '@/contract/catalogue/attributes/schema';
import type { MatrixAttribute, MatrixValue } from './matrix';
import { ValueChoice } from './value-choice';

interface OptionRowProps {
  attribute: MatrixAttribute;
  /** The attribute as the shop's dictionary has it; absent when it was removed there. */
  dictionary: Attribute | undefined;
  /** Attributes that are not used yet. */
  free: readonly Attribute[];
  isFirst: boolean;
  isLast: boolean;
  onAttribute: (attribute: Attribute) => void;
  onValues: (values: MatrixValue[]) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** One attribute and its values. */
export function OptionRow(props: OptionRowProps) {
  const { attribute, dictionary, free, isFirst, isLast, onAttribute, onValues, onMove, onRemove } = props;
  const { t } = useTranslation('form');
  const { name } = attribute;
  const tool = (word: string, icon: ReactNode, onClick: () => void, isOff = false) => (
    <Button
      variant="ghost"
      size="small"
      aria-label={t(`form:products.variations.${word}`, { name })}
      disabled={isOff}
      icon={icon}
      onClick={onClick}
    />
  );
  return (
    <li className="@container flex items-start gap-2 py-3">
      <div className="grid min-w-0 flex-1 items-start gap-x-3 gap-y-2 @md:grid-cols-[11rem_minmax(0,1fr)]">
        <Select
          aria-label={t('form:products.variations.attribute')}
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
        {tool('move-up', <ArrowUp aria-hidden="true" className="size-4" />, () => onMove(-1), isFirst)}
        {tool('move-down', <ArrowDown aria-hidden="true" className="size-4" />, () => onMove(1), isLast)}
        {tool('remove-attribute', <Trash2 aria-hidden="true" className="size-4" />, onRemove)}
      </span>
    </li>
  );
}
