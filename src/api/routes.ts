import { registerBackOffice } from './admin/routes.ts';
import type { Api, ApiContext } from './api.ts';
import { authCookieRoutes } from './auth/cookie.ts';
import { emailCodeRoutes } from './auth/email-code.ts';
import { loginRoutes } from './auth/login.ts';
import { refreshTokenRoutes } from './auth/refresh-token.ts';
import { signUpRoutes } from './auth/sign-up.ts';
import { userRoutes } from './auth/user.ts';
import { yandexRoutes } from './auth/yandex.ts';
import { cartLineRoutes } from './cart-lines.ts';
import { departmentRoutes } from './departments.ts';
import { sayWhereDevAnswers } from './dev-address.ts';
import { devMailRoutes } from './dev-mail.ts';
import { devPaymentRoutes } from './dev-payments.ts';
import { devYandexRoutes } from './dev-yandex.ts';
import { cartRoutes } from './ecm/cart.ts';
import { couponRoutes } from './ecm/coupons.ts';
import { menuRoutes } from './ecm/menu.ts';
import { orderConfirmationRoutes } from './ecm/order-confirmation.ts';
import { orderPaymentRoutes } from './ecm/order-payment.ts';
import { orderRoutes } from './ecm/orders.ts';
import { ownOrderRoutes } from './ecm/own-orders.ts';
import { productRoutes } from './ecm/products.ts';
import { searchRoutes } from './ecm/search.ts';
import { subscriptionRoutes } from './ecm/subscriptions.ts';
import { supportRoutes } from './ecm/support.ts';
import { wobblerRoutes } from './ecm/wobblers.ts';
import { priceAndStockRoutes } from './exchange/prices-and-stock.ts';
import { feedRoutes } from './feeds.ts';
import { exchangeRoutes } from './onec/exchange.ts';
import { paymentNotificationRoutes } from './payment-notifications.ts';
import { pointsOutlineRoutes } from './points-outline.ts';
import { checkProductCode } from './product-code.ts';
import { shopPreviewRoutes } from './shop-preview.ts';
import { streetSuggestionRoutes } from './street-suggestions.ts';
import { visitorStateRoutes } from './visitor-state.ts';

/**
 * Every HTTP resource, one line each; the paths stand in full in their files. What may be cached says so itself: no
 * other response is cached by anybody.
 */
export function registerApi(api: Api, context: ApiContext): void {
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('Cache-Control', 'private, no-store');
    done();
  });
  checkProductCode(api, context);
  visitorStateRoutes(api, context);
  streetSuggestionRoutes(api, context);
  pointsOutlineRoutes(api, context);
  shopPreviewRoutes(api, context);
  cartLineRoutes(api, context);
  departmentRoutes(api, context);
  authCookieRoutes(api, context);
  userRoutes(api, context);
  refreshTokenRoutes(api, context);
  loginRoutes(api, context);
  emailCodeRoutes(api, context);
  yandexRoutes(api, context);
  signUpRoutes(api, context);
  productRoutes(api, context);
  menuRoutes(api, context);
  wobblerRoutes(api, context);
  searchRoutes(api, context);
  cartRoutes(api, context);
  couponRoutes(api, context);
  orderRoutes(api, context);
  ownOrderRoutes(api, context);
  orderConfirmationRoutes(api, context);
  orderPaymentRoutes(api, context);
  subscriptionRoutes(api, context);
  supportRoutes(api, context);
  paymentNotificationRoutes(api, context);
  exchangeRoutes(api, context);
  priceAndStockRoutes(api, context);
  feedRoutes(api, context);
  registerBackOffice(api, context);
  sayWhereDevAnswers(api, context);
  devMailRoutes(api, context);
  devPaymentRoutes(api, context);
  devYandexRoutes(api, context);
}
