import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const LoginCode = lazy(() => import('@/features/accounts/auth/login-code'), 'LoginCode');

export default defineAuthPage(LoginCode, { titleKey: 'common:text-login-code' });
