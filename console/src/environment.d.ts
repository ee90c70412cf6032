declare module 'virtual:provider-colours.css';
