import { Logout } from '@/features/accounts/auth/logout';
import { definePage } from '@/shell/define-page';

export default definePage(Logout, { titleKey: 'common:text-logout', texts: ['accounts'] });
