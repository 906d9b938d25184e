import './styles/main.css';
