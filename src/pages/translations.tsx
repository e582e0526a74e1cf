import { TranslationsPage } from '@/features/insights/translations/translations-page';
import { definePage } from '@/shell/define-page';

export default definePage(TranslationsPage, { titleKey: 'common:text-translations', texts: ['insights'] });
