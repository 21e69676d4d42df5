// Where a link may lead: https, or a page of this very site. The server holds to the same rule when it cleans.
export const isAllowedLink = (href: string): boolean => /^\/(?![/\\])/.test(href) || /^https:\/\/[^\s<>"'\\]+$/i.test(href);
