import { definePage } from '@/shell/define-page';
import { PageMissing } from '@/shell/page-not-found';

export default definePage(PageMissing, { titleKey: 'common:text-page-not-found' });
