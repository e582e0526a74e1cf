import { Button } from '@/components/ui/button';
import type { Language } from '@/contract/core/languages';

/** The only texts in code: they say that the files with all others did not arrive. */
const words: Record<Language, { title: string; text: string; retry: string }> = {
  ru: {
    title: 'Не удалось загрузить тексты панели',
    text: 'Проверьте интернет и обновите страницу. Данные магазина на месте.',
    retry: 'Обновить страницу',
  },
  en: {
    title: 'The texts of the panel did not load',
    text: 'Check the connection and reload the page. The data of the shop is safe.',
    retry: 'Reload the page',
  },
  ar: {
    title: 'تعذّر تحميل نصوص اللوحة',
    text: 'تحقّق من الاتصال بالإنترنت ثم أعد تحميل الصفحة. بيانات المتجر محفوظة.',
    retry: 'إعادة تحميل الصفحة',
  },
};

export function NoTexts({ language }: { language: string }) {
  const { title, text, retry } = Object.hasOwn(words, language) ? words[language as Language] : words.ru;
  return (
    <main
      role="alert"
      className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-ground p-6 text-center"
    >
      <h1 className="text-card font-semibold">{title}</h1>
      <p className="max-w-md text-ink-second">{text}</p>
      <Button onClick={() => window.location.reload()}>{retry}</Button>
    </main>
  );
}
