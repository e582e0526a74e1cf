import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const RegisterForm = lazy(() => import('@/features/accounts/auth/register-form'), 'RegisterForm');

export default defineAuthPage(RegisterForm, { titleKey: 'common:admin-register-title' });
