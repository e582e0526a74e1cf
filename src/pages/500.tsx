import { definePage } from '@/shell/define-page';
import { PageBroken } from '@/shell/page-broken';

export default definePage(PageBroken, { titleKey: 'common:text-server-error' });
