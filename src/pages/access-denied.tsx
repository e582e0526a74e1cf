import { AccessDenied } from '@/shell/access-denied';
import { definePage } from '@/shell/define-page';

export default definePage(AccessDenied, { titleKey: 'common:text-access-denied' });
