// The theme without its web fonts: a page loads nothing from another host, and shows in the fonts of the system.
import theme from 'vitepress/theme-without-fonts';
import './colours.css';

export default theme;
