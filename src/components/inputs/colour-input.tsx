import { useTranslation } from 'next-i18next/pages';
import type { Ref } from 'react';
import type { Control } from './field';
import { Input } from './input';

interface ColourInputProps {
  control: Control;
  name: string;
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** A colour from the browser's palette, or typed as #rrggbb. */
export function ColourInput({ control, name, ref, value, onChange, onBlur }: ColourInputProps) {
  const { t } = useTranslation('form');
  const isWhole = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <span className="relative flex items-center">
      <input
        type="color"
        aria-label={t('form:colour.choose')}
        title={t('form:colour.choose')}
        value={isWhole ? value : '#ffffff'}
        className={`absolute start-1.5 size-6.5 pointer-coarse:start-0 pointer-coarse:size-10 pointer-coarse:p-1.5 appearance-none overflow-hidden rounded-badge border border-line bg-transparent p-0 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:border-0 ${isWhole ? '' : 'opacity-40'}`}
        onChange={(event) => onChange(event.target.value)}
      />
      <Input
        {...control}
        ref={ref}
        name={name}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        placeholder="#rrggbb"
        className="ps-10! text-start pointer-coarse:ps-12! rtl:text-end"
        value={value}
        onChange={(event) => onChange(withSign(event.target.value))}
        onBlur={onBlur}
      />
    </span>
  );
}

/** Adds the `#` that copied codes often lack. */
function withSign(text: string): string {
  const code = text.trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(code) ? `#${code}` : code;
}
