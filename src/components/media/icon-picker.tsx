import { Ban, ChevronDown } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { Control } from '@/components/inputs/field';
import { fieldClass } from '@/components/inputs/field-style';
import { Popover } from '@/components/ui/popover';
import { iconNames, StoredIcon } from './stored-icon';

interface IconPickerProps {
  control: Control;
  value: string;
  onChange: (name: string) => void;
}

export function IconPicker({ control, value, onChange }: IconPickerProps) {
  const { t } = useTranslation('form');
  const nameOf = (icon: string) =>
    icon ? t(`form:icons.${icon}`, { defaultValue: icon }) : t('form:no-icon');
  return (
    <Popover
      id={control.id}
      describedBy={control['aria-describedby']}
      className={`${fieldClass} flex h-9 items-center gap-2.5 px-3 text-start pointer-coarse:h-10`}
      content={
        <>
          {value && <StoredIcon name={value} />}
          <span className={`flex-1 ${value ? '' : 'text-ink-second'}`}>{nameOf(value)}</span>
          <ChevronDown className="size-4 text-ink-third" />
        </>
      }
    >
      {(close) => (
        <div className="grid grid-cols-6 gap-1 p-1">
          {['', ...iconNames].map((icon) => (
            <button
              key={icon}
              type="button"
              aria-label={nameOf(icon)}
              title={nameOf(icon)}
              aria-pressed={icon === value}
              className="grid size-9.5 place-items-center rounded-control text-ink-second hover:bg-line-faint hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
              onClick={() => {
                onChange(icon);
                close();
              }}
            >
              {icon ? <StoredIcon name={icon} /> : <Ban className="size-4.5" />}
            </button>
          ))}
        </div>
      )}
    </Popover>
  );
}
